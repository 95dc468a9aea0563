import { quoted } from '../../core/http/index.js';
import { ownGazetteer } from './own-gazetteer.js';

/** Returns what is wrong with the name or ID of a place that there isn't, and which ones may be meant. */
export function unknownPlace(text: string): string {
  const suggestions = ownGazetteer()
    .suggestions(text)
    .map((name) => `"${name}"`);
  const meant = suggestions.length > 0 ? ` Did you mean ${suggestions.join(' or ')}?` : '';
  return `has no match for "${quoted(text)}".${meant}`;
}
