import { answering } from '../../../shared/config/settings.ts'
import type { ModelChoice } from '../../../shared/config/settings.ts'
import { useHost } from '../replica.ts'
import { useBeginning } from './beginning.ts'
import { useChosen } from '../chat/transcript.ts'

/** What would answer in the conversation on screen, or in a new one; undefined where the person chooses the tools. */
export function useAnswering(): ModelChoice | undefined {
  const { conversation, choice } = useChosen()
  const beginning = useBeginning()
  const settings = useHost((state) => state.configured.settings)
  return answering(conversation === undefined ? beginning.choice : choice, settings)
}
