#!/usr/bin/env node
import nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

// V8's code cache is next to the packages, so only those who can change the code can write to it.
if (!import.meta.url.endsWith('.ts'))
  nodeModule.enableCompileCache?.(fileURLToPath(new URL('../../node_modules/.cache/atrium', import.meta.url)))
await import('./shells/headless/command.ts')
