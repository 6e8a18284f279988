/** In the place of the part of a sheet that Insights shows: OpenSeadragon needs a real canvas, which browser journeys have. */
export const SheetExcerpt = ({ description, coordinates }: { description: string; coordinates: object }) => (
  <div data-testid="excerpt" data-at={JSON.stringify(coordinates)}>
    {description}
  </div>
);
