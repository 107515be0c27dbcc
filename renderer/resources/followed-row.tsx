import { Suspense, useState } from 'react'
import { lazyPart } from '../ui/lazy.ts'
import type { Followed } from '../../shared/state/followed.ts'
import { useHost, useLink, useSession } from '../state/replica.ts'
import { resources } from '../strings/resources.ts'
import { useInOrder } from '../state/action.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { useServerName } from '../ui/seal.tsx'
import { ChipBar, ChipName, Chips } from '../content/chip.tsx'
import styles from './followed-row.module.css'
import { keyOf } from '../state/resources/resource-tree.ts'

const words = resources.followed

const NewVersion = lazyPart(async () => (await import('./new-version.tsx')).NewVersion)

const nobody: Followed[] = []

/** This conversation's followed resources, and which of them have changed since they were sent. */
export function FollowedRow({ conversation }: { conversation: string | undefined }) {
  const followed = useHost((state) => (conversation === undefined ? undefined : state.followed[conversation])) ?? nobody
  const [shown, setShown] = useState<Followed>()
  const link = useLink()
  const ending = useInOrder(async ({ server, uri }: Followed) => {
    if (conversation !== undefined) await link.call('unfollowResource', { conversation, server, uri })
  })
  const isReadOnly = useSession()?.right === 'read'
  if (conversation === undefined || followed.length === 0) return null
  return (
    <ChipBar>
      <Chips aria-label={words.label}>
        {followed.map((one) => (
          <FollowedChip
            key={keyOf(one.server, one.uri)}
            one={one}
            readOnly={isReadOnly ? resources.picker.readOnly : undefined}
            onShow={() => setShown(one)}
            onEnd={() => void ending.run(one)}
          />
        ))}
      </Chips>
      {ending.problem !== undefined && <Note kind="no">{ending.problem}</Note>}
      {shown && (
        <Suspense>
          <NewVersion conversation={conversation} followed={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </ChipBar>
  )
}

type ChipProps = { one: Followed; readOnly: string | undefined; onShow(): void; onEnd(): void }

function FollowedChip({ one: { server, name, uri, changed }, readOnly, onShow, onEnd }: ChipProps) {
  const from = useServerName(server)
  const label = plainLabel(name, 60)
  return (
    <li className={classes(styles.chip, changed && styles.changed)} title={plainLabel(uri, 300)}>
      <Icon name="live" size={14} />
      <ChipName>{label}</ChipName>
      <span className={changed ? classes('trunc', styles.words) : 'ink3'}>
        {changed ? words.changed : `${from}, ${words.live}`}
      </span>
      {changed && (
        <Button size="sm" unavailable={readOnly} onClick={onShow}>
          {words.send}
          <span className="sr">{words.named(label)}</span>
        </Button>
      )}
      <IconButton size="sm" icon="close" label={words.end(label)} unavailable={readOnly} onClick={onEnd} />
    </li>
  )
}
