const SPARKS = [0, 1, 2, 3, 4, 5, 6, 7];

/** Sparks that fly once. The style sheet hides them from people who asked for less motion. */
export function Celebration() {
  return (
    <span class="joy" aria-hidden="true">
      {SPARKS.map((spark) => (
        <i key={spark} />
      ))}
    </span>
  );
}
