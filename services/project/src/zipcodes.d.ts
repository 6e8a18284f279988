/** US and Canadian postal codes with the middle of their areas. The package has no types. */
declare module 'zipcodes' {
  export interface ZipPlace {
    zip: string;
    latitude: number;
    longitude: number;
    city: string;
    state: string;
  }
  const zipcodes: {
    /** Codes of states and provinces by their upper-case names. */
    states: { full: Readonly<Record<string, string>> };
    /** By code or name; empty if the state is unknown. */
    lookupByState: (state: string) => ZipPlace[];
    lookup: (zip: string) => ZipPlace | undefined;
    /** `state` by code or name; empty if the state is unknown. */
    lookupByName: (city: string, state: string) => ZipPlace[];
  };
  export default zipcodes;
}
