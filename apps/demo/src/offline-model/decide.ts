import type { Prompt } from './api/request.ts';
import { build, wantsFiles } from './building.ts';
import { interview, recordingTool } from './interview.ts';
import { plan, wantsPlan } from './planning.ts';
import type { Reply } from './reply.ts';

/** What the model answers, from the conversation alone: the same prompt always gets the same reply. */
export function decide(prompt: Prompt): Reply {
  const tool = recordingTool(prompt);
  if (tool !== null) return interview(prompt, tool);
  const schema = prompt.output?.schema;
  if (schema !== undefined && wantsFiles(schema)) return build(prompt, schema);
  if (schema !== undefined && wantsPlan(schema)) return plan(prompt, schema);
  return { kind: 'text', text: 'This offline model can only interview, plan and build small apps that keep a list of one kind of entry.' };
}
