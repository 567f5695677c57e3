/** `public/icon.svg`: a square cut into four interlocking pieces. */
export const iconFile = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <clipPath id="edge"><rect x="2" y="2" width="28" height="28" rx="5"/></clipPath>
  <g clip-path="url(#edge)">
    <path fill="#8a5a33" d="M2 2h14v14H2z"/>
    <path fill="#2c7a7b" d="M16 2h14v14H16z"/>
    <path fill="#c9962f" d="M16 16h14v14H16z"/>
    <path fill="#5f8f4e" d="M2 16h14v14H2z"/>
    <path fill="#8a5a33" d="M15 6h5v6h-5z"/>
    <path fill="#2c7a7b" d="M20 15h6v5h-6z"/>
    <path fill="#c9962f" d="M12 20h5v6h-5z"/>
    <path fill="#5f8f4e" d="M6 12h6v5H6z"/>
  </g>
</svg>
`;
