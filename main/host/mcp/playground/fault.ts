import { z } from 'zod'
import { failure, onlyReads, type Parts } from './parts.ts'

/** A tool that always reports an error, so that one can be seen. */
export function registerFault({ server }: Parts): void {
  server.registerTool(
    'fail_on_purpose',
    {
      title: 'Fail on purpose',
      description: 'Always ends with an error of the tool’s own. Nothing breaks: this is how a failed call looks.',
      inputSchema: z.strictObject({
        reason: z
          .string()
          .min(1)
          .max(200)
          .default('You asked for it.')
          .meta({ title: 'Reason', description: 'What the error says.' }),
      }),
      annotations: onlyReads,
    },
    ({ reason }) => failure(`This failed on purpose: ${reason}`),
  )
}
