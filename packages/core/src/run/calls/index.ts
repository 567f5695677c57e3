export { claimAuto, claimModelCall, reclaim } from './claim-call.ts';
export { bindingOf, loadTool } from './load-tool.ts';
export { judgeEnd } from './outcome-call.ts';
export { reconcileCall } from './reconcile-call.ts';
export { resolveCall } from './resolve-call.ts';
export { runCall } from './run-call.ts';
export { failed } from './settle-call.ts';
