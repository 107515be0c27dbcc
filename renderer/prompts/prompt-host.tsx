import { Suspense, useEffect, useEffectEvent } from 'react'
import { lazyPart } from '../ui/lazy.ts'
import { composerKey } from '../state/composer/attachments.ts'
import { bindPrompt, leavePrompt, useOpenPrompt } from '../state/prompting.ts'

const OwnPromptForm = lazyPart(async () => (await import('./own-prompt-form.tsx')).OwnPromptForm)
const PromptForm = lazyPart(async () => (await import('./prompt-form.tsx')).PromptForm)

type PromptHostProps = {
  conversation: string | undefined
  /** Called when the prompt is requested: it goes into a message. */
  onAsked(): void
}

/** The place above each composer where a prompt's form opens. */
export function PromptHost({ conversation, onAsked }: PromptHostProps) {
  const place = composerKey(conversation)
  const target = useOpenPrompt(place)
  const hear = useEffectEvent(onAsked)
  useEffect(() => {
    if (!target) return
    bindPrompt(place)
    hear()
  }, [target, place])
  if (!target) return null
  const leave = (): void => {
    leavePrompt()
    document.querySelector<HTMLElement>('[data-composer]')?.focus()
  }
  return (
    <Suspense>
      {target.server === undefined ? (
        <OwnPromptForm key={target.prompt} name={target.prompt} onClose={leave} />
      ) : (
        <PromptForm
          key={`${target.server} ${target.prompt}`}
          server={target.server}
          prompt={target.prompt}
          conversation={conversation}
          onClose={leave}
        />
      )}
    </Suspense>
  )
}
