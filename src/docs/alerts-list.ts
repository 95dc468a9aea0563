import { ALERTS } from './alerts.js';

/** What each alert means, and what to do. */
export function renderAlerts(): string {
  return ALERTS.map(
    ({ name, means, todo }) => `<section id="${name}"><h2><a href="#${name}">${name}</a></h2>
<p>${means}</p>
<p><strong>What to do.</strong> ${todo}</p></section>`,
  ).join('\n');
}
