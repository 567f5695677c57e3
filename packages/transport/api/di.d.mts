import { ContainerModule, ServiceIdentifier } from "inversify";
import { Clock, Ids, Runtime } from "@intarsia/core";
import { IncomingMessage, ServerResponse } from "node:http";
/** What the HTTP side of a runtime is made of. */
interface TransportOptions {
  readonly runtime: Runtime;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The workflow of a conversation that names none. */
  readonly defaultWorkflow: string;
  /** Whose conversations a request may see. Default: everybody's are `local`. */
  readonly tenant?: (request: IncomingMessage) => string;
  /** Other origins under which the pages of this server are reached (a proxy, a development server), as browsers write them. Default: none. */
  readonly allowedOrigins?: readonly string[];
  /** Whether the journal itself may be read. Default true. */
  readonly journal?: boolean;
  /** Called with causes of failures that a client must not see. Default: nothing. */
  readonly log?: (entry: {
    readonly level: 'error';
    readonly message: string;
    readonly cause: unknown;
  }) => void;
}
/** Conversations over HTTP. */
interface Transport {
  /** Serves `/api/conversations` and everything beneath it; false, with nothing done, for any other path. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Ends every event stream. No run is touched. */
  close(): void;
}
/** What the HTTP side is bound under. */
export declare const transportToken: ServiceIdentifier<Transport>;
/** Binds the HTTP side of the bound runtime. */
export declare function transportModule(options: Omit<TransportOptions, 'runtime' | 'clock' | 'ids'>): ContainerModule;
export {};
