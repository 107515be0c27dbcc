import { Suspense, useState } from 'react'
import { lazyPart } from '../ui/lazy.ts'
import { Chip, ChipButton, ChipDetail, ChipName } from '../content/chip.tsx'
import type { Picked, PickedResource } from '../state/composer/picked.ts'
import { composer } from '../strings/composer.ts'
import { resources } from '../strings/resources.ts'
import { useAction } from '../state/action.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { Icon } from '../ui/icon.tsx'
import { useServerName } from '../ui/seal.tsx'
import { formatBytes } from '../strings/format/time.ts'
import { iconOf, writerOf } from '../content/resource-words.ts'
import styles from './resource-chip.module.css'

const words = resources.chip

const ContentsDialog = lazyPart(async () => (await import('./preview-dialog.tsx')).ContentsDialog)

type ResourceChipProps = {
  one: PickedResource & Pick<Picked, 'gone'>
  onLive(live: boolean): void
  /** Reads it again, in place. */
  onRenew(): Promise<void>
  onRemove(): void
}

/** A resource in the draft: its name, whether Atrium follows its changes, and its exact contents. */
export function ResourceChip({ one, onLive, onRenew, onRemove }: ResourceChipProps) {
  const { server, uri, mimeType, bytes, live, canFollow, contents } = one
  const serverName = useServerName(server)
  const from = writerOf(one, serverName)
  const block = canFollow ? undefined : resources.follow.cannot(from)
  const [isOpen, setOpen] = useState(false)
  const name = plainLabel(one.name, 60)
  const renewing = useAction(onRenew)
  return (
    <Chip className={renewing.problem === undefined ? undefined : 'wrap'} onTakeAway={onRemove}>
      <ChipButton title={plainLabel(uri, 300)} onClick={() => setOpen(true)}>
        <Icon name={iconOf(mimeType)} size={14} />
        <span className="sr">{words.show} </span>
        <ChipName>{name}</ChipName>
        <ChipDetail>
          {from} · {formatBytes(bytes)}
        </ChipDetail>
      </ChipButton>
      {one.gone ? (
        <Button size="sm" busy={renewing.busy} onClick={() => void renewing.run()}>
          {words.renew}
          <span className="sr">{words.renewed(name)}</span>
        </Button>
      ) : (
        <button
          type="button"
          className={classes(styles.live, live && styles.on)}
          aria-pressed={live}
          aria-disabled={block !== undefined || undefined}
          aria-description={block}
          title={block ?? resources.follow.tell}
          onClick={() => block === undefined && onLive(!live)}
        >
          <Icon name="live" size={13} />
          {live ? words.live : words.follows}
          <span className="sr">{words.changesOf(name)}</span>
        </button>
      )}
      <IconButton size="sm" icon="close" label={composer.attachments.takeAway(name)} onClick={onRemove} />
      {renewing.problem !== undefined && (
        <span className={styles.problem} role="status">
          {renewing.problem}
        </span>
      )}
      {isOpen && (
        <Suspense>
          <ContentsDialog title={name} uri={uri} from={from} contents={contents} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Chip>
  )
}
