import { codexTurn } from '../../../service/transcripts/codex.js';
import { logSource } from '../conversation-source.js';

export const codex = logSource({
  name: 'codex',
  product: 'Codex',
  detect(record) {
    if (record.type === 'session_meta' || record.type === 'response_item') return true;
    return record.type === undefined && typeof record.id === 'string' && 'instructions' in record;
  },
  read: codexTurn,
});
