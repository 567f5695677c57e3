import { useEffect, useState } from 'react';
import type { ApiFailure, ApiResult } from './api.ts';

/** Something read from the server: the latest value stays while a newer one is on its way. */
export interface Resource<Value> {
  readonly value: Value | null;
  readonly failure: ApiFailure | null;
  /** Replaces the value by what an action answered. */
  set(value: Value): void;
}

/** Reads once for each change of `key`; null reads nothing. An answer that comes after a newer key is dropped. */
export function useResource<Value>(key: string | null, read: () => Promise<ApiResult<Value>>): Resource<Value> {
  const [value, setValue] = useState<Value | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names what `read` reads.
  useEffect(() => {
    if (key === null) return;
    let current = true;
    void read().then((result) => {
      if (!current) return;
      if (result.kind === 'ok') setValue(result.value);
      setFailure(result.kind === 'failed' ? result : null);
    });
    return () => {
      current = false;
    };
  }, [key]);
  return { value, failure, set: setValue };
}
