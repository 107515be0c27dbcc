import { useRef } from 'react'
import { HostError } from '../../../shared/contract/errors.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import { skillItem } from '../../../shared/state/pins.ts'
import { PromptChip } from '../../prompts/prompt-chip.tsx'
import { attachRead } from '../../state/resources/attach.ts'
import { ResourceChip } from '../../resources/resource-chip.tsx'
import { composer } from '../../strings/composer.ts'
import { prompts } from '../../strings/prompts.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { composerKey } from '../../state/composer/attachments.ts'
import { ChipBar, ChipProblem, Chips } from '../../content/chip.tsx'
import { picked, useLost, usePicked, type Picked } from '../../state/composer/picked.ts'

type PickedRowProps = {
  conversation: string | undefined
  /** Takes a prompt's text over as the user's own words. */
  onWords(text: string): void
}

/** Prompts and resources picked for the draft. */
export function PickedRow({ conversation, onWords }: PickedRowProps) {
  const things = usePicked(conversation)
  const lost = useLost(conversation)
  const link = useLink()
  const consents = useHost((state) => state.consents)
  const list = useRef<HTMLUListElement>(null)
  if (things.length === 0 && lost.length === 0) return null
  const place = composerKey(conversation)
  const remove = (one: Picked): void => {
    const index = things.indexOf(one)
    picked.remove(place, [one])
    const chips = [...(list.current?.children ?? [])]
    const next = (chips[index + 1] ?? chips[index - 1])?.querySelector<HTMLElement>('button')
    ;(next ?? document.querySelector<HTMLElement>('[data-composer]'))?.focus()
  }
  return (
    <ChipBar>
      {things.length > 0 && (
        <Chips ref={list} aria-label={composer.picked.list}>
          {things.map((one) =>
            one.type === 'resource' ? (
              <ResourceChip
                key={one.id}
                one={one}
                onRenew={async () => {
                  // A skill is only ever sent as verified and approved.
                  const isSkill = Object.hasOwn(consentOf({ consents }, one.server).pins ?? {}, skillItem(one.uri))
                  const wanted = { server: one.server, uri: one.uri }
                  const reading = await (isSkill ? link.call('loadSkill', wanted) : link.call('readResource', wanted))
                  const refused = attachRead(conversation, { ...one, reading })
                  if (refused !== undefined) throw new HostError('bad-input', refused)
                  focusComposer()
                }}
                onLive={(live) => picked.change(place, one.id, { live })}
                onRemove={() => remove(one)}
              />
            ) : (
              <PromptChip
                key={one.id}
                one={one}
                onWords={(text) => {
                  onWords(text)
                  picked.remove(place, [one])
                  focusComposer()
                }}
                onRemove={() => remove(one)}
              />
            ),
          )}
        </Chips>
      )}
      {lost.length > 0 && (
        <ChipProblem role="status">
          {prompts.chip.lost(new Intl.ListFormat('en').format(lost.map((name) => plainLabel(name, 60))))}
        </ChipProblem>
      )}
    </ChipBar>
  )
}

const focusComposer = (): void =>
  void requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-composer]')?.focus())
