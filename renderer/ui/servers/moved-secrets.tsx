import { forProgram, movedSecrets, type SecretOwner } from '../../../shared/risk/secret-names.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { ui } from '../../strings/ui.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../button.tsx'
import { Note } from '../note.tsx'

const words = ui.movedSecrets

const placeOf = (destination: string): string => {
  if (destination === '') return words.unknown
  return destination === forProgram ? words.program : destination
}

/** Says that values entered for another destination stay unused until the user confirms them. */
export function MovedSecretsNote({ owner, name }: { owner: SecretOwner; name: string }) {
  const link = useLink()
  const block = useAdminBlock()
  const moved = useHost((state) => movedSecrets(owner, state), sameMove)
  const confirm = useAction((to: string) => link.call('confirmSecrets', { owner, for: to }))
  if (!moved) return null
  const { names, from, to } = moved
  return (
    <Note
      kind="ask"
      action={
        <Button size="sm" busy={confirm.busy} unavailable={block} onClick={() => void confirm.run(to)}>
          {words.use(placeOf(to))}
        </Button>
      }
    >
      <b>{words.title(names.length)}</b> {words.text(name, from.map(placeOf).join(', '), placeOf(to))} {words.advice}
      {confirm.problem !== undefined && <p>{confirm.problem}</p>}
    </Note>
  )
}

type Moved = ReturnType<typeof movedSecrets>

const sameMove = (a: Moved, b: Moved): boolean => JSON.stringify(a) === JSON.stringify(b)
