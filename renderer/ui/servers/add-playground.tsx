import { useAdminBlock } from '../../state/rights.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { servers } from '../../strings/servers/servers.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../button.tsx'
import { Note } from '../note.tsx'

/** The ID and configuration with which the playground is added. */
export const playground = { id: 'playground', config: { type: 'playground' } } as const

/** Whether the playground is configured already, or its name is taken. */
export const useHasPlayground = (): boolean =>
  useHost(({ configured }) =>
    Object.entries(configured.servers).some(([each, config]) => config.type === 'playground' || each === playground.id),
  )

/** Adds the playground, a harmless server, with one press. */
export function AddPlayground({ kind, onAdded }: { kind?: 'primary'; onAdded?(id: string): void }) {
  const link = useLink()
  const block = useAdminBlock()
  const add = useAction(async () => {
    await link.call('addServer', playground)
    onAdded?.(playground.id)
  })
  return (
    <>
      <Button
        kind={kind ?? 'default'}
        icon="compass"
        busy={add.busy}
        unavailable={block}
        onClick={() => void add.run()}
      >
        {servers.playground.add}
      </Button>
      {add.problem && <Note kind="no">{add.problem}</Note>}
    </>
  )
}
