declare const brand: unique symbol;
type Brand<Name extends string> = string & { readonly [brand]: Name };

/** Id of an AG2 channel: 32 lower-case hex digits, ordered by the time it was made. */
export type ChannelId = Brand<'ChannelId'>;
/** Id of an envelope, minted in increasing order by the hub that commits it (ag2-network 2). */
export type EnvelopeId = Brand<'EnvelopeId'>;
/** Id of a participant of a channel: an agent or a person. */
export type AgentId = Brand<'AgentId'>;
/** Id of one activation of a workflow: from a start, an answer or a resume to a pause or an end. */
export type RunId = Brand<'RunId'>;
/** Identity of a turn inside its channel: the triggering envelope and the agent. A resumed turn keeps it. */
export type TurnId = Brand<'TurnId'>;
/** Identity of one tool call: channel, turn, agent and position. Handed to the tool as `ctx.idempotencyKey`. */
export type CallKey = Brand<'CallKey'>;
/** Id of one immutable artifact version. */
export type VersionId = Brand<'VersionId'>;
/** Id of a sandbox: lower-case letters and digits, usable as a host name label. */
export type SandboxId = Brand<'SandboxId'>;

/** Brands text that a hub or a journal gave as a channel id. */
export const channelId = (text: string): ChannelId => text as ChannelId;
/** Brands text that a hub or a journal gave as an envelope id. */
export const envelopeId = (text: string): EnvelopeId => text as EnvelopeId;
/** Brands text that a hub or a journal gave as an agent id. */
export const agentId = (text: string): AgentId => text as AgentId;
/** Brands text that a journal or an id source gave as a run id. */
export const runId = (text: string): RunId => text as RunId;
/** Brands text that a journal gave as a turn id. */
export const turnId = (text: string): TurnId => text as TurnId;
/** Brands text that a journal gave as a call key. */
export const callKey = (text: string): CallKey => text as CallKey;
/** Brands text that an artifact store gave as a version id. */
export const versionId = (text: string): VersionId => text as VersionId;
/** Brands text that a sandbox provider gave as a sandbox id. */
export const sandboxId = (text: string): SandboxId => text as SandboxId;

/** The turn that `agent` owes to the envelope `trigger`. */
export const turnOf = (trigger: EnvelopeId, agent: string): TurnId => turnId(`${trigger}:${agent}`);
