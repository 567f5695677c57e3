export { claimAuto, claimModelCall, reclaim } from './claim-call.ts';
export { bindingOf, loadTool } from './load-tool.ts';
export { reconcileCall } from './reconcile-call.ts';
export { resolveCall } from './resolve-call.ts';
export { runCall } from './run-call.ts';
