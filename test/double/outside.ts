/** What somebody has asked of the system, in order. The scripted person keeps it, in the double as in Electron. */
type Person = { calls: { api: string; args: unknown[] }[] }

/** Notes that a page has led to a program outside, which Electron starts without the app. */
export function leaveFor(url: string): void {
  const { person } = globalThis as { person?: Person }
  person?.calls.push({ api: 'external protocol', args: [url] })
}
