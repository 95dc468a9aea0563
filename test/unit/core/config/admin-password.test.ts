import { expect, it } from '@jest/globals';
import { loadConfiguration } from '../../../../src/core/config/load-configuration.js';
import { gfs } from '../../../../src/weather/models/gfs/gfs.model.js';

it.each(['1234567', '☂'.repeat(257), 'password', 'PassWord1'])(
  'rejects the ADMIN_PASSWORD %s without repeating it',
  (password) => {
    const load = () => loadConfiguration({ ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: password }, [gfs]);
    const fault: unknown = expect.stringMatching(/^ADMIN_PASSWORD /);

    expect(load).toThrow(expect.objectContaining({ faults: [fault] }));
    expect(load).not.toThrow(password);
  },
);
