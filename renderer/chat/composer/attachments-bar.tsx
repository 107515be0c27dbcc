import { useRef } from 'react'
import { apiOf, carriedOver, type Carried, imagesOf } from '../../../shared/config/profiles.ts'
import { unlisted, withFacts } from '../../../shared/state/known-model.ts'
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
import { Chip, ChipBar, ChipDetail, ChipName, ChipProblem, ChipRemark, Chips } from '../../content/chip.tsx'

const words = composer.attachments
const fileWords = composer.files

/** `onWords` receives the content of a pasted text that the user wants in the message. */
type BarProps = { conversation: string | undefined; onWords(text: string): void }

/** The draft's attachments, and what the user should know about them before sending. */
export function AttachmentsBar({ conversation, onWords }: BarProps) {
  const { held, reading, refused } = useAttachments(conversation)
  const list = useRef<HTMLUListElement>(null)
  const taken = useTaken()
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
    <ChipBar>
      {held.length > 0 && (
        <Chips ref={list} aria-label={words.list}>
          {held.map((one) => (
            <Attachment
              key={one.id}
              one={one}
              taken={taken}
              onRemove={() => remove(one)}
              onWords={() => {
                remove(one)
                onWords(textOfBase64(one.data))
              }}
            />
          ))}
        </Chips>
      )}
      <div role="status" className="stack gap05 small ink3">
        {refused.map((sentence) => (
          <ChipProblem key={sentence}>{sentence}</ChipProblem>
        ))}
        {reading > 0 && <p>{words.reading}</p>}
        {held.length > 0 && <p>{words.sum(held.length, formatBytes(total))}</p>}
      </div>
      {held.flatMap(({ id, name, facts }) =>
        facts
          ? fileWords.remarks(name, facts).map((remark) => <ChipRemark key={`${id} ${remark}`}>{remark}</ChipRemark>)
          : [],
      )}
      <Unseen held={held} />
    </ChipBar>
  )
}

type AttachmentProps = { one: HeldAttachment; taken: Carried; onRemove(): void; onWords(): void }

function Attachment({ one, taken, onRemove, onWords }: AttachmentProps) {
  return (
    <Chip onTakeAway={onRemove}>
      {one.image ? <Thumbnail base64={one.data} size={28} /> : <Icon name="file" size={14} />}
      <ChipName title={one.name}>{one.name}</ChipName>
      <ChipDetail>{one.facts ? fileWords.about(one.facts, taken) : formatBytes(one.bytes)}</ChipDetail>
      {one.isPasted && (
        <Button size="sm" kind="ghost" onClick={onWords}>
          {words.asText}
        </Button>
      )}
      <IconButton size="sm" icon="close" label={words.takeAway(one.name)} onClick={onRemove} />
    </Chip>
  )
}

/** The files that go to the answering model as they are, as far as that is known. */
function useTaken(): Carried {
  const answers = useAnsweringModel()
  const settings = useHost((state) => state.configured.settings.models)
  const models = useHost((state) => state.models)
  const place = answers && settings.endpoints[answers.endpoint]
  if (!answers || !place) return { documents: false, audio: false }
  const carried = carriedOver(apiOf(place), place.profile)
  const said = models[answers.endpoint]?.models.find(({ id }) => id === answers.model) ?? unlisted(answers.model)
  const { documents, audio } = withFacts(said, settings.facts?.[answers.endpoint]?.[answers.model])
  return { documents: carried.documents && documents === true, audio: carried.audio && audio === true }
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
    <ChipRemark>
      {unseen.length > 0 &&
        `${sees === false ? words.modelUnseen(formatList(unseen)) : words.unseen(name, formatList(unseen))} `}
      {sees === undefined && unseen.length < images.length && words.perhapsUnseen(name)}
    </ChipRemark>
  )
}

const formatList = (held: HeldAttachment[]): string => new Intl.ListFormat('en').format(held.map(({ name }) => name))
