import type { PromptMessage } from '../../shared/content/listed.ts'
import { prompts } from '../strings/prompts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Plain } from '../ui/third-party/ext.tsx'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { asOwnWords } from './message-parts.ts'
import styles from './prompt-dialog.module.css'
import { PromptMessages } from './prompt-messages.tsx'

const words = prompts

type PromptDialogProps = {
  title: string
  from: string
  given: Record<string, string>
  messages: PromptMessage[]
  /** Takes its text over as the user's own words; absent if it was sent already. */
  onWords?: ((text: string) => void) | undefined
  onClose(): void
}

/** Exactly what a prompt adds, or added, to a message. */
export function PromptDialog({ title, from, given, messages, onWords, onClose }: PromptDialogProps) {
  return (
    <Dialog
      open
      size="lg"
      title={plainLabel(title, 60)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.dialog.close}</Button>
          {onWords && <OwnWords messages={messages} onWords={onWords} />}
        </>
      }
    >
      <Given given={given} />
      <PromptMessages messages={messages} from={from} />
      {onWords && <Losses messages={messages} />}
    </Dialog>
  )
}

function OwnWords({ messages, onWords }: { messages: PromptMessage[]; onWords(text: string): void }) {
  const { texts } = asOwnWords(messages)
  return (
    <Button
      icon="edit"
      unavailable={texts.length === 0 ? words.dialog.nothing : undefined}
      onClick={() => onWords(texts.join('\n\n'))}
    >
      {words.dialog.edit}
    </Button>
  )
}

/** Says what is lost before a prompt becomes the user's own text. */
function Losses({ messages }: { messages: PromptMessage[] }) {
  const { texts, lost } = asOwnWords(messages)
  return (
    <p className={styles.losses}>
      {texts.length === 0 ? words.dialog.nothing : words.dialog.becomes}
      {texts.length > 0 && lost.length > 0 && ` ${words.dialog.loses(new Intl.ListFormat('en').format(lost))}`}
    </p>
  )
}

function Given({ given }: { given: Record<string, string> }) {
  const entries = Object.entries(given)
  if (entries.length === 0) return null
  return (
    <dl className={styles.given} aria-label={words.messages.withArguments}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>
            <Plain text={name} limit={60} />
          </dt>
          <dd>
            <Plain text={value} limit={200} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
