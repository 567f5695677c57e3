import { createHash } from 'node:crypto';
import { callKey, type Json, type Resolution, type StartResult } from '@intarsia/core';
import { z } from 'zod';
import { ownerOf } from './conversation-view.ts';
import { problem, refusal } from './problems.ts';
import { bodyOf } from './request-body.ts';
import { answerProblem, type RouteCall, type RouteParts, scopeOf } from './route-parts.ts';

const words = z.string().refine((text) => text.trim() !== '');
/** A field that may be absent; a null that another language sends for it reads as absent too (case J12). */
const absentable = <Value>(schema: z.ZodType<Value>) => schema.nullish().transform((given) => given ?? undefined);
/** Names what a client does. A known one is answered 200 as repeated, whatever else the second body says: a new answer needs a new one. */
const request = absentable(z.string().min(1).max(128));
const json: z.ZodType<Json> = z.json();
const call = z.string().min(1).max(512);
const startBody = z.strictObject({ workflow: absentable(z.string().min(1).max(128)), input: absentable(words), request });
const answerBody = z.strictObject({ text: words, request });
const respondBody = z.strictObject({
  call,
  action: absentable(z.string().min(1).max(512)),
  response: absentable(z.record(z.string(), json)),
  request,
});
const decideBody = z.strictObject({
  call,
  decision: z.enum(['allow', 'deny']),
  reason: absentable(words.max(2000)),
  definition: absentable(z.string().min(1).max(128)),
  request,
});
const resumeBody = z.strictObject({ request });
const cancelBody = z.strictObject({});
const attempt = absentable(z.int().min(1));
const resolveBody = z.discriminatedUnion('resolution', [
  z.strictObject({ call, attempt, resolution: z.literal('happened'), result: json.default(null) }),
  z.strictObject({ call, attempt, resolution: z.literal('failed') }),
  z.strictObject({ call, attempt, resolution: z.literal('run_again') }),
]);

/** `POST /`: a new conversation under an id of the server's; the same request again answers 200 with the same one. */
export async function start(parts: RouteParts, route: RouteCall): Promise<Response> {
  const read = await bodyOf(route.env.incoming, startBody);
  if (read.kind === 'refused') return answerProblem(route, read.problem);
  const { workflow = parts.defaultWorkflow, input, request } = read.body;
  const tenant = parts.tenant(route.env.incoming);
  const chat = request === undefined ? parts.ids.randomHex(16) : derivedId(tenant, request);
  const result = await parts.runtime.start({
    scope: { tenant, chat },
    workflow,
    ...(input === undefined ? {} : { input }),
    ...asRequest(request),
  });
  const repeated =
    result.kind === 'repeated' || (result.kind === 'refused' && result.code === 'conversation_exists' && request !== undefined);
  if (repeated) return route.json({ conversation: chat, run: null }, 200);
  return result.kind === 'started'
    ? route.json({ conversation: chat, run: result.handle.run }, 201)
    : answerProblem(route, refusal(result));
}

/** A repeated request finds the conversation it made, in whatever process it arrives. */
function derivedId(tenant: string, request: string): string {
  return createHash('sha256')
    .update(JSON.stringify([tenant, request]))
    .digest('hex')
    .slice(0, 32);
}

/** `POST /:conversation/answer` */
export async function answer(parts: RouteParts, route: RouteCall): Promise<Response> {
  const read = await bodyOf(route.env.incoming, answerBody);
  if (read.kind === 'refused') return answerProblem(route, read.problem);
  const { text, request } = read.body;
  const scope = scopeOf(parts, route);
  return activated(route, scope.chat, await parts.runtime.answer({ scope, text, ...asRequest(request) }));
}

/** `POST /:conversation/respond`: what a person chose or filled in where a UI_Tool asks. */
export async function respond(parts: RouteParts, route: RouteCall): Promise<Response> {
  const read = await bodyOf(route.env.incoming, respondBody);
  if (read.kind === 'refused') return answerProblem(route, read.problem);
  const { action, response, request } = read.body;
  const scope = scopeOf(parts, route);
  const given = { ...(action === undefined ? {} : { action }), ...(response === undefined ? {} : { response }) };
  const result = await parts.runtime.respond({ scope, call: callKey(read.body.call), ...given, ...asRequest(request) });
  return activated(route, scope.chat, result);
}

/** `POST /:conversation/decide`: whether a call that needs approval may run; with the definition that was looked at, as no other one. */
export async function decide(parts: RouteParts, route: RouteCall): Promise<Response> {
  const read = await bodyOf(route.env.incoming, decideBody);
  if (read.kind === 'refused') return answerProblem(route, read.problem);
  const { decision, reason, definition, request } = read.body;
  const scope = scopeOf(parts, route);
  const said = { ...(reason === undefined ? {} : { reason }), ...(definition === undefined ? {} : { definition }) };
  const given = { call: callKey(read.body.call), decision, by: 'user', ...said };
  return activated(route, scope.chat, await parts.runtime.decide({ scope, ...given, ...asRequest(request) }));
}

/** `POST /:conversation/resume` */
export async function resume(parts: RouteParts, route: RouteCall): Promise<Response> {
  const read = await bodyOf(route.env.incoming, resumeBody);
  if (read.kind === 'refused') return answerProblem(route, read.problem);
  const scope = scopeOf(parts, route);
  return activated(route, scope.chat, await parts.runtime.resume({ scope, ...asRequest(read.body.request) }));
}

/** 202: an activation began, the events tell how it goes on. 200: it had begun before by this request. */
function activated(route: RouteCall, conversation: string, result: StartResult): Response {
  switch (result.kind) {
    case 'started':
      return route.json({ conversation, run: result.handle.run }, 202);
    case 'repeated':
      return route.json({ conversation, run: null }, 200);
    case 'refused':
      return answerProblem(route, refusal(result));
  }
}

/** `POST /:conversation/cancel`: 202 when a run is being cancelled, 200 when there is none to cancel, 409 when another process owns it. */
export async function cancel(parts: RouteParts, route: RouteCall): Promise<Response> {
  const read = await bodyOf(route.env.incoming, cancelBody);
  if (read.kind === 'refused') return answerProblem(route, read.problem);
  const scope = scopeOf(parts, route);
  const handle = parts.runtime.active(scope);
  if (handle !== null) {
    handle.cancel();
    return route.json({ conversation: scope.chat, run: handle.run }, 202);
  }
  const found = await parts.runtime.inspect(scope);
  if (found === null) return answerProblem(route, problem(404, 'conversation_unknown'));
  const elsewhere = found.state.run?.status === 'running' && ownerOf(parts.runtime, scope, found) === 'elsewhere';
  return elsewhere ? answerProblem(route, problem(409, 'conversation_busy')) : route.json({ conversation: scope.chat, run: null }, 200);
}

/** `POST /:conversation/resolve`: what became of a call of which nobody knew; with the attempt that was looked at, of no later one. */
export async function resolve(parts: RouteParts, route: RouteCall): Promise<Response> {
  const read = await bodyOf(route.env.incoming, resolveBody);
  if (read.kind === 'refused') return answerProblem(route, read.problem);
  const { body } = read;
  const decided: Resolution = body.resolution === 'happened' ? { kind: 'happened', result: body.result } : { kind: body.resolution };
  const resolution = body.attempt === undefined ? decided : { ...decided, attempt: body.attempt };
  const scope = scopeOf(parts, route);
  const result = await parts.runtime.resolve(scope, callKey(body.call), resolution, 'user');
  return result.kind === 'resolved' ? route.json({ conversation: scope.chat }, 200) : answerProblem(route, refusal(result));
}

const asRequest = (request: string | undefined): { readonly request?: string } => (request === undefined ? {} : { request });
