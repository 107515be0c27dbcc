/**
 * Figures of other open-source hosts beside Atrium, from a comparison outside this bench: the hosts are separate programs
 * with up to 2 GB of dependencies, and so not part of this repository. Same scripted model, same servers, each
 * host in a separate network, on a busy machine with two processors: only ratios within a row are worth something.
 */
export const otherHosts = {
  measured: 'November 2026',
  because: 'other hosts aren’t dependencies of this repository',
  versions:
    'Codex CLI 0.169.0, Gemini CLI 0.61.0, Qwen Code 0.24.4, Cline CLI 3.0.65, Continue CLI 1.5.47, opencode 1.18.33; a bare loop with the official client 2.4.0',
  columns: ['', 'Atrium', 'bare loop', 'Codex', 'Gemini', 'Qwen', 'Cline', 'Continue', 'opencode'],
  rows: [
    ['launch to first request, 1 server (ms)', 1382, 518, 622, 5286, 4327, 2603, 3649, 15_121],
    ['launch to first request, 10 servers (ms)', 1309, 629, 829, 3361, 9347, 2701, 4056, '–'],
    ['processor, 1 server (s)', 1.1, 0.5, 0.3, 3.5, 4.9, 3.2, 2.8, 7.7],
    ['peak memory (MB)', '139–187', '107–118', '153–251', '439–491', '408–444', '336–676', '314–443', '530–1033'],
    ['50 calls in a row, each (ms)', 22.2, 4.8, 47.2, 33.7, 67.7, 122.8, 72.1, '–'],
    ['20 calls of 300 ms in one message (ms)', 430, '–', 6453, 356, 6614, 6241, 315, 329],
    ['processes left after kill -9, of 5 that resist', 0, 4, 4, 4, 4, 4, 4, 4],
    ['good tools beside a broken schema', 'kept', '–', 'lost', 'lost', 'lost', 'kept', 'lost', 'lost'],
    ['first request beside a mute server (s)', 1.5, '–', 1.9, '> 100', 67, 19, '> 100', 53],
  ],
} as const
