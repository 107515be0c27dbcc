export const FAULTS: Record<string, string>

export type FakeRegistry = {
  /** The base for settings. */
  url: string
  requests: { method: string; url: string; headers: Record<string, string | undefined> }[]
  /** The base with a fault. */
  fault(name: string): string
  setEntries(entries: unknown[]): void
  close(): Promise<void>
}

export function createFakeRegistry(options?: {
  port?: number
  /** Replaces the made-up records. */
  entries?: unknown[]
  /** The number of further records. */
  fillers?: number
  key?: string
}): Promise<FakeRegistry>
