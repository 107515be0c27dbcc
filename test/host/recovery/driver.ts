import { createHost } from '../../../main/host/host.ts'
import { createPlatform } from '../../../main/shells/web/platform.ts'
import type { CommandName, FeedMessage } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'

/** The parent's requests; each is answered under its ID. */
export type Request = { id: number; name: CommandName; input: never }
type Refusal = { code: string; message: string }
/** The reply: `refused` instead of `value`, and without an ID if the host didn't open. */
export type Reply = { id: number; value?: unknown; refused?: Refusal } | { feed: FeedMessage } | { unopened: Refusal }

// A process that opens a data folder's host and passes its link to its parent, so it can be killed.
const [directory = ''] = process.argv.slice(2)

const send = (reply: Reply): void => void process.send?.(reply)

const refusalOf = (error: unknown): Refusal =>
  error instanceof HostError
    ? { code: error.code, message: error.message }
    : { code: 'fault', message: error instanceof Error ? String(error.stack) : String(error) }

async function open(): Promise<void> {
  const host = await createHost(createPlatform(directory, '0.0.0-test'))
  const link = host.link({ actor: 'web:test', right: 'admin' })
  process.on('message', ({ id, name, input }: Request) => {
    link.call(name, input).then(
      (value) => send({ id, value }),
      (error: unknown) => send({ id, refused: refusalOf(error) }),
    )
  })
  link.subscribe((feed) => send({ feed }))
}

process.once('disconnect', () => process.exit(0))
open().catch((error: unknown) => {
  process.send?.({ unopened: refusalOf(error) } satisfies Reply, () => process.exit(1))
})
