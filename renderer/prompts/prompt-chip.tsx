import { Suspense, useState } from 'react'
import { lazyPart } from '../ui/lazy.ts'
import chipStyles from '../content/attachments.module.css'
import type { PickedPrompt } from '../state/composer/picked.ts'
import { composer } from '../strings/composer.ts'
import { prompts } from '../strings/prompts.ts'
import { IconButton } from '../ui/button.tsx'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { ServerSeal, useServerName } from '../ui/seal.tsx'
import { formatBytes } from '../strings/format/time.ts'
import resourceStyles from '../content/resource-chip.module.css'
import styles from '../content/prompt-chip.module.css'

const words = prompts.chip

const PromptDialog = lazyPart(async () => (await import('./prompt-dialog.tsx')).PromptDialog)

type PromptChipProps = { one: PickedPrompt; onWords(text: string): void; onRemove(): void }

/** A prompt in the draft: its server's name, and all its messages on a press. */
export function PromptChip({ one, onWords, onRemove }: PromptChipProps) {
  const { server, name, title = name, bytes, messages, arguments: given } = one
  const from = useServerName(server)
  const [isOpen, setOpen] = useState(false)
  const label = plainLabel(title, 60)
  return (
    <li
      className={chipStyles.chip}
      onKeyDown={(event) => {
        if (isOpen || (event.key !== 'Delete' && event.key !== 'Backspace')) return
        event.preventDefault()
        onRemove()
      }}
    >
      <button
        type="button"
        className={resourceStyles.show}
        title={plainLabel(`/${name}`, 300)}
        onClick={() => setOpen(true)}
      >
        <ServerSeal server={server} />
        <span className="sr">{words.show} </span>
        <bdi className={chipStyles.name}>{label}</bdi>
        <span className={styles.theirs}>{words.detail(plainLabel(from, 60), formatBytes(bytes))}</span>
      </button>
      <IconButton size="sm" icon="close" label={composer.attachments.takeAway(label)} onClick={onRemove} />
      {isOpen && (
        <Suspense>
          <PromptDialog
            title={title}
            from={from}
            given={given}
            messages={messages}
            onWords={(text) => {
              setOpen(false)
              onWords(text)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </li>
  )
}
