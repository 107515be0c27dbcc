import { expectAsk, forgetExpected } from '../../inbox/frame/expected-ask.ts'
import { useObstacles } from '../../inbox/frame/use-answer.ts'
import { useLink } from '../../state/replica.ts'
import { useAction } from '../../state/action.ts'

/** Starts signing in to a server; the question opens for the user who started it. */
export function useSignIn(server: string) {
  const link = useLink()
  const { answer: block } = useObstacles('use')
  const { run, busy, problem } = useAction(() => {
    expectAsk({ kind: 'sign-in', server })
    return link.call('signIn', { server }).catch((error: unknown) => {
      forgetExpected()
      throw error
    })
  })
  return { busy, problem, block, begin: () => void run() }
}

/** A server's sign-in and what can be done about it, as `useSignIn` returns it. */
export type SigningIn = ReturnType<typeof useSignIn>
