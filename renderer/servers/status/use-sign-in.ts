import { expectSignIn, forgetExpected } from '../../inbox/frame/expected-ask.ts'
import { useObstacles } from '../../inbox/frame/use-answering.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { useAction } from '../../state/action.ts'

/** Starts signing in to a server, or to the company it is reached through; the question opens for the user who started it. */
export function useSignIn(server: string) {
  const link = useLink()
  const { answer: block } = useObstacles('use')
  const config = useHost(({ configured }) => configured.servers[server])
  const { run, busy, problem } = useAction(() => {
    expectSignIn(server, config)
    return link.call('signIn', { server }).catch((error: unknown) => {
      forgetExpected()
      throw error
    })
  })
  return { busy, problem, block, begin: () => void run() }
}

/** A server's sign-in and what can be done about it, as `useSignIn` returns it. */
export type SigningIn = ReturnType<typeof useSignIn>
