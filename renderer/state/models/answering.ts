import { answeringIn } from '../../../shared/state/projects.ts'
import type { ModelChoice } from '../../../shared/config/settings.ts'
import { useHost } from '../replica.ts'
import { useBeginning } from './beginning.ts'
import { useOpenConversation } from '../chat/transcript.ts'

/** The model for the visible conversation, or for a new one; undefined if the user runs the tools. */
export function useAnsweringModel(): ModelChoice | undefined {
  const open = useOpenConversation()
  const beginning = useBeginning()
  const configured = useHost((state) => state.configured)
  const projects = useHost((state) => state.projects)
  const { choice, project } = open ?? beginning
  return answeringIn({ choice, project }, { configured, projects })
}
