import { Suspense, useEffect } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { strings } from '../../strings/strings.ts'
import { IconButton } from '../../ui/button.tsx'
import { rememberConversation } from '../../state/resources/in-chat.ts'
import { leavePicker, openPicker, usePickerWish } from '../../state/picking.ts'

const ResourcePicker = lazyPart(async () => (await import('./picker.tsx')).ResourcePicker)

/** The place in each composer where the picker opens. */
export function PickerHost({ conversation, onAttached }: { conversation: string | undefined; onAttached(): void }) {
  const wish = usePickerWish()
  useEffect(() => rememberConversation(conversation), [conversation])
  if (!wish) return null
  return (
    <Suspense>
      <ResourcePicker
        conversation={conversation}
        wish={wish}
        onClose={(isAttached) => {
          leavePicker(isAttached)
          if (isAttached) onAttached()
        }}
      />
    </Suspense>
  )
}

/** Opens the picker. */
export const ResourcesButton = () => (
  <IconButton icon="at" label={strings.resources.attachButton} onClick={() => openPicker()} />
)
