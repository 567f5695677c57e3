import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './design/tokens.css';
import './design/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyAppearance, readAppearance } from './app/appearance.ts';
import { Studio } from './app/studio.tsx';

applyAppearance(readAppearance());
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Studio />
    </StrictMode>,
  );
}
