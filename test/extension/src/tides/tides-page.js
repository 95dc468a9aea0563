// @ts-check

/** @type {import('weather-forecast-service').MountPage} */
const mountTides = async (element, { api, organization }) => {
  const { data } = await api.GET('/v1/tide-gauges', {
    params: { query: { organization_id: organization.id } },
  });
  const table = element.ownerDocument.createElement('table');
  table.className = 'wx1-table';
  for (const { name, level_cm } of data.data) {
    const row = table.insertRow();
    row.insertCell().textContent = name;
    row.insertCell().textContent = level_cm === null ? 'not read yet' : `${level_cm} cm`;
  }
  const card = element.ownerDocument.createElement('section');
  card.className = 'wx1-card';
  card.append(table);
  element.append(card);
};

export default mountTides;
