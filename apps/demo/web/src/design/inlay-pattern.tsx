import './inlay-pattern.css';

const side = 16;
const half = (side * Math.sqrt(3)) / 2;

/** The three rhombi of one cube of the tumbling-block pattern, the oldest one of inlaid work. */
const rhombi = [
  `0,0 ${half},${-side / 2} 0,${-side} ${-half},${-side / 2}`,
  `0,0 ${-half},${-side / 2} ${-half},${side / 2} 0,${side}`,
  `0,0 ${half},${-side / 2} ${half},${side / 2} 0,${side}`,
];

/** Which cells are inlaid: row, column, rhombus, piece. */
const pieces: readonly (readonly [number, number, number, 'walnut' | 'ochre' | 'teal' | 'moss'])[] = [
  [0, 3, 2, 'walnut'],
  [1, 2, 0, 'ochre'],
  [1, 2, 1, 'walnut'],
  [1, 3, 1, 'teal'],
  [1, 3, 2, 'moss'],
  [2, 3, 0, 'ochre'],
  [2, 2, 2, 'teal'],
];

/** A small piece of inlaid work for places where there is nothing yet. */
export function InlayPattern() {
  const rows = 3;
  const columns = 6;
  const at = (row: number, column: number) => `translate(${half * (2 * column + 1 + (row % 2))} ${side * 1.5 * row + side})`;
  const cells = Array.from({ length: rows * columns }, (_, cell) => [Math.floor(cell / columns), cell % columns] as const);
  return (
    <svg
      className="inlay-pattern"
      width={half * (2 * columns + 1)}
      height={side * (1.5 * rows + 0.5)}
      viewBox={`-1 -1 ${half * (2 * columns + 1) + 2} ${side * (1.5 * rows + 0.5) + 2}`}
      aria-hidden="true"
    >
      {pieces.map(([row, column, rhombus, piece]) => (
        <polygon key={`${row} ${column} ${rhombus}`} className={piece} points={rhombi[rhombus]} transform={at(row, column)} />
      ))}
      {cells.map(([row, column]) => (
        <g key={`${row} ${column}`} className="cut" transform={at(row, column)}>
          {rhombi.map((points) => (
            <polygon key={points} points={points} />
          ))}
        </g>
      ))}
    </svg>
  );
}
