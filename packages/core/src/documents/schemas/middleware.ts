import { closedObject, optional, required, withoutEffect } from '../reading/closed-object.ts';
import { listOf, noItems, text, textOrNull, type ValueOf } from '../reading/reading.ts';

const promptMiddleware = closedObject(
  {
    agent: required(text, 'The agent whose prompt it may change, or `all`.', 'all'),
    function: required(text, 'The exported function; without `filename` written as `module:function`.', 'add_date'),
    filename: optional(textOrNull, null, "The module, in the workflow's folder or its tools folder.", 'prompts.ts'),
  },
  { file: 'did you mean `filename`?' },
);

/** middleware.yaml (workflow-documents 1.8). */
export const middlewareDocument = closedObject({
  prompt_middleware: withoutEffect(listOf(promptMiddleware), noItems, 'Functions that may change a prompt before each model call.'),
});

export type MiddlewareDocument = ValueOf<typeof middlewareDocument>;
