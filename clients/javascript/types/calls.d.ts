/** Types of calls, derived from the schema's `paths`, which `npm run types` generates into api.d.ts. */
import type { components, paths } from "./api.d.ts";

type Schemas = components["schemas"];
type Base = "/api/v1";
type Verb = "get" | "post" | "put" | "patch" | "delete";
type Operation<P extends string, V extends Verb> = `${Base}${P}` extends keyof paths
  ? NonNullable<paths[`${Base}${P}`][V]>
  : never;

export type Method = Uppercase<Verb>;

/** The paths that have an operation of this verb, without `/api/v1`. */
export type PathWith<V extends Verb> = {
  [P in keyof paths]: P extends `${Base}${infer Rest}` ? (paths[P][V] extends undefined ? never : Rest) : never;
}[keyof paths];

/** The JSON of a successful answer; with `etag`, undefined if it is unchanged. */
export type Content<P extends string, V extends Verb> =
  Operation<P, V> extends { responses: infer Responses } ? Body<Responses[keyof Responses & (200 | 201 | 202 | 204)]> : never;
type Body<Response> = Response extends { content: { "application/json": infer Json } }
  ? Json
  : Response extends { content: Record<string, infer Other> }
    ? Other
    : undefined;

/** Options of every call. */
export interface CommonOptions {
  /** An Idempotency-Key of your own, in place of a random one. */
  key?: string;
  /** Carry out the command in this version of the game only. */
  version?: number;
  /** Of a read: answer undefined if the ETag is still this one. Of a command: as `version`. */
  etag?: string;
  /** The watch code of a private game. */
  watchCode?: string | undefined;
  signal?: AbortSignal;
  /** Milliseconds for which the request is repeated. */
  patience?: number;
}

export interface RequestOptions extends CommonOptions {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

type Given<Name extends string, Value> = [Value] extends [undefined | never]
  ? unknown
  : {} extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value };
type Part<P extends string, V extends Verb, Name extends "path" | "query"> =
  Operation<P, V> extends { parameters: { [N in Name]?: infer Value } } ? Value : undefined;
type Sent<P extends string, V extends Verb> =
  Operation<P, V> extends { requestBody: { content: { "application/json": infer Json } } }
    ? Json
    : Operation<P, V> extends { requestBody?: { content: { "application/json": infer Json } } }
      ? Partial<Json>
      : Operation<P, V> extends { requestBody: { content: { "application/x-www-form-urlencoded": unknown } } }
        ? URLSearchParams
        : undefined;

export type Options<P extends string, V extends Verb> = CommonOptions &
  Given<"params", Part<P, V, "path">> &
  Given<"query", Part<P, V, "query">> &
  Given<"body", Sent<P, V>>;

/** Options may be left out where the operation needs none. */
export type Arguments<P extends string, V extends Verb> = {} extends Options<P, V>
  ? [options?: Options<P, V>]
  : [options: Options<P, V>];

export type GameFrame = Schemas["GameFrame"];
export type AccountFrame = Schemas["AccountFrame"];
export type State = Schemas["State"];
export type Move = Schemas["Move"];
export type Event = Schemas["Event"];
export type Game = Schemas["Game"];
export type Action = Schemas["Action"];
export type { components, paths };
