/** A table of cells that are HTML already; the first row is the head. */
export function renderTable([head, ...rows]: readonly (readonly (string | number)[])[]): string {
  const row = (tag: string, cells: readonly (string | number)[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<div class="table"><table>
<thead>${row('th', head)}</thead>
<tbody>
${rows.map((cells) => row('td', cells)).join('\n')}
</tbody>
</table></div>`;
}
