export interface ProjectFields {
  title: string;
  due_date: string;
  property_address: string;
  property_city: string;
  property_state: string;
  property_zip: string;
  property_neighborhood: string | null;
  property_block: string | null;
  property_number: string | null;
  /** `(longitude,latitude)`; null: by ZIP code or city. */
  property_coordinate: string | null;
  client_company: string;
  client_contact: string | null;
  client_phone: string | null;
  client_email: string | null;
}
