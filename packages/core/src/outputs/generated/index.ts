export { generatedModel } from './generated-model.ts';
