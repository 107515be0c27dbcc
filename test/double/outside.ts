/** Requests to the system, in order. The scripted user keeps them, in the double as in Electron. */
type Person = { calls: { api: string; args: unknown[] }[] }

/** Records that a page opened an external program, which Electron starts without the app. */
export function leaveFor(url: string): void {
  const { person } = globalThis as { person?: Person }
  person?.calls.push({ api: 'external protocol', args: [url] })
}
