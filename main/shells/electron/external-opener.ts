import { shell } from 'electron'
import type { Dialogs } from './dialogs.ts'
import { externalAddress } from './external.ts'

/** The only way out: opens an address in the system's browser or mail program, if it may be opened and the person wants it. */
export function externalOpener(dialogs: Dialogs): (written: string) => void {
  return (written) => void open(dialogs, written).catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
}

async function open(dialogs: Dialogs, written: string): Promise<void> {
  const external = externalAddress(written)
  if (external && (await dialogs.confirm(external.confirmation))) await shell.openExternal(external.address)
}
