import { z } from 'zod'

/**
 * The content policy forbids generated code, so zod must not try it. Import it before every module that parses while
 * loading.
 */
z.config({ jitless: true })
