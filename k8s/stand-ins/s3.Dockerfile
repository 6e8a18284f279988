# The folder it is built in holds versitygw, which needs no library.
FROM scratch
COPY versitygw /versitygw
USER 1000:1000
ENTRYPOINT ["/versitygw"]
