/** OpenSeadragon needs a real canvas; browser journeys cover it. */
export const SheetExcerpt = ({ description, coordinates }: { description: string; coordinates: object }) => (
  <div data-testid="excerpt" data-at={JSON.stringify(coordinates)}>
    {description}
  </div>
);
