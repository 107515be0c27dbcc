import { useRef } from 'react'
import { imagesOf } from '../../../shared/config/profiles.ts'
import { isAnthropic } from '../../../shared/config/settings.ts'
import { useAnsweringModel } from '../../state/models/answering.ts'
import { Thumbnail } from '../../content/picture.tsx'
import { useHost } from '../../state/replica.ts'
import { placeName } from '../../state/models/endpoints.ts'
import { composer } from '../../strings/composer.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { Icon } from '../../ui/icon.tsx'
import { formatBytes } from '../../strings/format/time.ts'
import { attached, composerKey, useAttachments, type HeldAttachment } from '../../state/composer/attachments.ts'
import { textOfBase64 } from '../../state/composer/attachments-read.ts'
import styles from '../../content/attachments.module.css'

const words = composer.attachments

/** `onWords` receives the content of a pasted text that the user wants in the message. */
type BarProps = { conversation: string | undefined; onWords(text: string): void }

/** The draft's attachments, and what the user should know about them before sending. */
export function AttachmentsBar({ conversation, onWords }: BarProps) {
  const { held, reading, refused } = useAttachments(conversation)
  const list = useRef<HTMLUListElement>(null)
  const remove = (one: HeldAttachment): void => {
    const index = held.indexOf(one)
    attached.remove(composerKey(conversation), one.id)
    const buttons = list.current?.querySelectorAll('button') ?? []
    const next = buttons[index + 1] ?? buttons[index - 1] ?? document.querySelector<HTMLElement>('[data-composer]')
    next?.focus()
  }
  if (held.length === 0 && reading === 0 && refused.length === 0) return null
  const total = held.reduce((sum, { bytes }) => sum + bytes, 0)
  return (
    <div className={styles.bar}>
      {held.length > 0 && (
        <ul ref={list} className={styles.chips} aria-label={words.list}>
          {held.map((one) => (
            <Chip
              key={one.id}
              one={one}
              onRemove={() => remove(one)}
              onWords={() => {
                remove(one)
                onWords(textOfBase64(one.data))
              }}
            />
          ))}
        </ul>
      )}
      <div role="status" className={styles.words}>
        {refused.map((sentence) => (
          <p key={sentence} className={styles.refused}>
            <Icon name="warning" size={13} />
            {sentence}
          </p>
        ))}
        {reading > 0 && <p>{words.reading}</p>}
        {held.length > 0 && <p>{words.sum(held.length, formatBytes(total))}</p>}
      </div>
      <Unseen held={held} />
    </div>
  )
}

type ChipProps = { one: HeldAttachment; onRemove(): void; onWords(): void }

function Chip({ one, onRemove, onWords }: ChipProps) {
  return (
    <li
      className={styles.chip}
      onKeyDown={(event) => {
        if (event.key !== 'Delete' && event.key !== 'Backspace') return
        event.preventDefault()
        onRemove()
      }}
    >
      {one.image ? <Thumbnail base64={one.data} size={28} /> : <Icon name="file" size={14} />}
      <bdi className={styles.name} title={one.name}>
        {one.name}
      </bdi>
      <span className={styles.size}>{formatBytes(one.bytes)}</span>
      {one.isPasted && (
        <Button size="sm" kind="ghost" onClick={onWords}>
          {words.asText}
        </Button>
      )}
      <IconButton size="sm" icon="close" label={words.takeAway(one.name)} onClick={onRemove} />
    </li>
  )
}

/** Says before sending which images the model won't see. */
function Unseen({ held }: { held: HeldAttachment[] }) {
  const answers = useAnsweringModel()
  const place = useHost((state) => answers && state.configured.settings.models.endpoints[answers.endpoint])
  const listed = useHost(
    (state) => answers && state.models[answers.endpoint]?.models.find(({ id }) => id === answers.model)?.images,
  )
  const images = held.filter(({ image }) => image !== undefined)
  if (!answers || !place || images.length === 0) return null
  const sees = listed ?? (place.profile === 'anthropic' || isAnthropic(place.baseUrl) ? true : undefined)
  const taken = sees === false ? [] : imagesOf[place.profile]
  const unseen = images.filter(({ image }) => image && !taken.includes(image))
  const name = plainLabel(placeName(answers.endpoint, place), 60)
  if (unseen.length === 0 && sees === true) return null
  return (
    <p className={styles.unseen} role="note">
      <Icon name="info" size={13} />
      <span>
        {unseen.length > 0 &&
          `${sees === false ? words.modelUnseen(formatList(unseen)) : words.unseen(name, formatList(unseen))} `}
        {sees === undefined && unseen.length < images.length && words.perhapsUnseen(name)}
      </span>
    </p>
  )
}

const formatList = (held: HeldAttachment[]): string => new Intl.ListFormat('en').format(held.map(({ name }) => name))
