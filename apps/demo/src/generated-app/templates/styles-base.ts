/** Colours, measures and the bar at the top. */
export const baseStyles = `/* Colours and measures first; nothing below uses others. */
:root {
  color-scheme: light dark;
  --paper: oklch(98.5% 0.006 85);
  --surface: oklch(100% 0 0);
  --ink: oklch(24% 0.015 60);
  --muted: oklch(50% 0.015 65);
  --line: oklch(89% 0.01 80);
  --edge: oklch(62% 0.014 75);
  --walnut: oklch(48% 0.09 55);
  --on-walnut: oklch(99% 0.005 85);
  --walnut-soft: oklch(48% 0.09 55 / 9%);
  --teal: oklch(50% 0.08 195);
  --moss: oklch(46% 0.09 145);
  --moss-soft: oklch(50% 0.09 145 / 11%);
  --madder: oklch(50% 0.15 27);
  --madder-soft: oklch(50% 0.15 27 / 8%);
  --shadow: 0 1px 2px oklch(24% 0.015 60 / 6%), 0 8px 24px oklch(24% 0.015 60 / 6%);
}

@media (prefers-color-scheme: dark) {
  :root {
    --paper: oklch(19% 0.008 70);
    --surface: oklch(23% 0.009 70);
    --ink: oklch(93% 0.008 85);
    --muted: oklch(70% 0.012 75);
    --line: oklch(33% 0.012 70);
    --edge: oklch(56% 0.014 72);
    --walnut: oklch(74% 0.09 70);
    --on-walnut: oklch(20% 0.02 65);
    --walnut-soft: oklch(74% 0.09 70 / 12%);
    --teal: oklch(76% 0.09 190);
    --moss: oklch(78% 0.1 145);
    --moss-soft: oklch(76% 0.1 145 / 13%);
    --madder: oklch(75% 0.13 27);
    --madder-soft: oklch(72% 0.14 27 / 12%);
    --shadow: 0 1px 2px oklch(0% 0 0 / 30%), 0 8px 24px oklch(0% 0 0 / 25%);
  }
}

*,
*::before,
*::after {
  box-sizing: border-box;
}

html {
  background: var(--paper);
  color: var(--ink);
  font: 15px/1.5 "Inter Variable", Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  font-feature-settings: "cv11", "ss03";
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}

body {
  margin: 0;
  min-height: 100vh;
}

h1,
h2,
p {
  margin: 0;
}

h1,
h2 {
  font-weight: 600;
  line-height: 1.25;
  letter-spacing: -0.012em;
  overflow-wrap: anywhere;
}

h1 {
  font-size: 18px;
}

h2 {
  font-size: 18px;
}

.page {
  max-width: 1200px;
  margin-inline: auto;
  padding-inline: 24px;
}

main:focus {
  outline: none;
}

.hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}

.skip {
  position: absolute;
  left: 8px;
  top: -48px;
  z-index: 2;
  padding: 8px 12px;
  border-radius: 6px;
  background: var(--ink);
  color: var(--paper);
}

.skip:focus {
  top: 8px;
}

/* The bar at the top. */
.top {
  border-bottom: 1px solid var(--line);
  background: var(--surface);
}

.top-row {
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 60px;
  padding-block: 12px;
}

.mark {
  flex: none;
  display: block;
}

.count {
  margin-left: auto;
  flex: none;
  color: var(--muted);
  font-size: 13px;
  font-variant-numeric: tabular-nums;
}

.bar {
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  padding-block: 24px 12px;
}

.search {
  position: relative;
  flex: 1 1 220px;
  max-width: 400px;
}

.search svg {
  position: absolute;
  left: 12px;
  top: 12px;
  width: 16px;
  height: 16px;
  fill: none;
  stroke: var(--muted);
  stroke-width: 1.5;
  stroke-linecap: round;
  pointer-events: none;
}

.bar .primary {
  margin-left: auto;
}

.said {
  min-height: 24px;
  margin-bottom: 8px;
  color: var(--moss);
  font-size: 13px;
  line-height: 24px;
}
`;
